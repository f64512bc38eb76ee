/* Counts waves.
 * `~~~` */
#include <cstdio>
int main() { std::puts("	ä"); }
