/**
 * A script that does what Chrome's translation does: it replaces each text by `<font><font>text</font></font>`, and does so again for each
 * change of the page. The texts stay the same, so that tests find them.
 */
export const translator = `(() => {
  const untouched = 'script, style, textarea, noscript, svg, font, [translate="no"], .notranslate'
  const translate = (text) => {
    if (text.data.trim() === '' || !text.parentElement || text.parentElement.closest(untouched)) return
    const [outer, inner] = [document.createElement('font'), document.createElement('font')]
    inner.textContent = text.data
    outer.append(inner)
    text.replaceWith(outer)
  }
  new MutationObserver(() => {
    if (!document.body) return
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const texts = []
    while (walker.nextNode()) texts.push(walker.currentNode)
    texts.forEach(translate)
  }).observe(document, { childList: true, subtree: true, characterData: true })
})()`
