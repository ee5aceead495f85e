import type { Page } from 'playwright-core'

/**
 * Finds horizontal overflow: a page that scrolls sideways, or an element cut off at the edge although none of its ancestors scrolls or
 * clips it. Returns an empty list when everything fits.
 */
export const sidewaysOverflow = (page: Page): Promise<string[]> =>
  page.evaluate<string[]>(`(() => {
    const width = document.documentElement.clientWidth
    const found = []
    if (document.documentElement.scrollWidth > width) found.push('the page scrolls to ' + document.documentElement.scrollWidth)
    const isClipped = (element) => {
      for (let up = element.parentElement; up && up !== document.body; up = up.parentElement) {
        if (getComputedStyle(up).overflowX !== 'visible') return true
      }
      return false
    }
    for (const element of document.body.querySelectorAll('*')) {
      const { left, right, width: elementWidth, height } = element.getBoundingClientRect()
      if (elementWidth <= 1 || height <= 1 || (left >= -0.5 && right <= width + 0.5) || isClipped(element)) continue
      found.push(element.tagName + '.' + element.className + ' from ' + left + ' to ' + right)
    }
    return found
  })()`)

/** Finds tabs that are cut off. Rows of tabs scroll, but have no scrollbar, so hidden tabs would be missed. */
export const cutTabs = (page: Page): Promise<string[]> =>
  page.evaluate<string[]>(`[...document.querySelectorAll('[role=tablist], nav[aria-label=Admin] ul')]
    .filter((row) => row.checkVisibility() && row.scrollWidth > row.clientWidth + 1)
    .map((row) => 'tabs are cut off: ' + row.innerText.replaceAll('\\n', ' ') + ', ' + row.scrollWidth + ' in ' + row.clientWidth)`)
