import type { Page } from 'playwright-core'

/**
 * What sticks out of the view sideways: a page that scrolls, or an element that is cut off at the edge without one of its
 * ancestors scrolling or clipping it on purpose. Empty when all fits.
 */
export const sidewaysOverflow = (page: Page): Promise<string[]> =>
  page.evaluate<string[]>(`(() => {
    const width = document.documentElement.clientWidth
    const found = []
    if (document.documentElement.scrollWidth > width) found.push('the page scrolls to ' + document.documentElement.scrollWidth)
    const isHeld = (element) => {
      for (let up = element.parentElement; up && up !== document.body; up = up.parentElement) {
        if (getComputedStyle(up).overflowX !== 'visible') return true
      }
      return false
    }
    for (const element of document.body.querySelectorAll('*')) {
      const { left, right, width: own, height } = element.getBoundingClientRect()
      if (own <= 1 || height <= 1 || (left >= -0.5 && right <= width + 0.5) || isHeld(element)) continue
      found.push(element.tagName + '.' + element.className + ' from ' + left + ' to ' + right)
    }
    return found
  })()`)
