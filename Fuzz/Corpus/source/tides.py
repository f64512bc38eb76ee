#!/usr/bin/env python3
# The rule of twelfths: how high the water stands hour by hour.
"""```
It is a rule of thumb.
```"""


def height(hour: int, range: float) -> float:
    return range * (0, 1, 3, 6, 9, 11, 12)[hour] / 12
