import CarrelModel

/// What previews of office documents do with blocks.
typealias Block = MarkdownText.Block
