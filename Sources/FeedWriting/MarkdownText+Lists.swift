import GalleyDocuments

extension MarkdownText {
  mutating func startList(_ tag: HTMLStartTag) {
    flush()
    var list = MarkdownList(number: tag.name == "ol" ? Self.number(ofList: tag) : nil)
    let isFirst = blocks.last?.isNew == true
    // A list that begins with another number does not end a paragraph, and none ends a block of HTML.
    isLoose = lists.isEmpty || list.number ?? 1 != 1 || isBehindTag || isFirst && isLoose
    // Signs of the same kind in one line may be a rule.
    let last = isFirst ? lists.last : lastList?.depth == blocks.count ? lastList?.list : nil
    if let last { list.isOther = !last.isOther }
    if let outer = lists.last, outer.depth == blocks.count {
      // A list that is no part of an item becomes one of the item above it.
      if let indent = outer.indent {
        blocks.append(MarkdownBlock(name: "list", first: indent, rest: indent, isNew: false))
        list.isWithinBlock = true
      } else {
        list.isOther = !outer.isOther
      }
    }
    list.depth = blocks.count
    list.firstBlock = blockCount
    lists.append(list)
  }

  /// Notes that a block of the list itself stands behind its last item.
  mutating func separateList() {
    guard let list = lists.last, list.depth >= blocks.count else { return }
    lists[lists.count - 1].indent = nil
  }

  mutating func endList() {
    flush()
    guard let list = lists.popLast() else { return }
    if list.isWithinBlock, let index = blocks.lastIndex(where: { $0.name == "list" }) {
      blocks.removeSubrange(index...)
    }
    lastList = (list, blocks.count)
    if lists.isEmpty { isLoose = true }
  }

  mutating func startItem() {
    flush()
    // The item would go on with a text or a block of HTML above it that is no part of another item.
    if lastDepth <= blocks.count, isBehindTag { isLoose = true }
    if lastDepth == blocks.count, blockCount > lists.last?.firstBlock ?? 0 { isLoose = true }
    if let number = footnote, lists.count == 1 {
      footnote = number + 1
      // A note without a reference would not be shown.
      if footnotes.references.contains(number + 1) {
        lists[0].number? += 1
        blocks.append(MarkdownBlock(name: "li", first: "[^\(number + 1)]: ", rest: "    "))
        return
      }
    }
    let mark = lists.last?.mark ?? "- "
    let indent = String(repeating: " ", count: mark.count)
    if !lists.isEmpty {
      lists[lists.count - 1].number? += 1
      lists[lists.count - 1].indent = indent
    }
    blocks.append(MarkdownBlock(name: "li", first: mark, rest: indent))
  }

  /// Ends an item or a quotation, and blocks within it.
  mutating func endBlock(_ name: String) {
    flush()
    if let index = blocks.lastIndex(where: { $0.name == name }) {
      // An item without text still has its mark, which would make a heading of a paragraph above it.
      if name == "li", blocks[index].isNew {
        if lastDepth < blocks.count { isLoose = true }
        writeBlock("")
      }
      // There are none left without room for the signs.
      blocks.removeSubrange(min(index, blocks.count)...)
    }
    isLoose = name == "blockquote" || lists.isEmpty
  }
}
