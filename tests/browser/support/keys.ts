import type { Locator, Page } from 'playwright-core'

/** Waits until the element has the focus, which may move a moment after its cause. */
export const focusOn = (target: Locator): Promise<void> => target.and(target.page().locator(':focus')).waitFor()

const pressesMax = 120

const hasFocus = (target: Locator): Promise<boolean> =>
  target.evaluate((element: any) => element === element.ownerDocument.activeElement)

/** Presses Tab, or Shift+Tab, until the element has the focus. */
export const tabTo = async (page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> => {
  await target.waitFor()
  for (let presses = 0; presses < pressesMax; presses++) {
    if (await hasFocus(target)) return
    await page.keyboard.press(key)
  }
  throw new Error(`${target} has no focus after ${pressesMax} times ${key}`)
}
