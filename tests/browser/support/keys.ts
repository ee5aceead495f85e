import type { Locator, Page } from 'playwright-core'

/** Waits for the focus to be there: it moves a moment after what made it move. */
export const focusOn = (place: Locator): Promise<void> => place.and(place.page().locator(':focus')).waitFor()

const pressesMax = 120

const hasFocus = (place: Locator): Promise<boolean> =>
  place.evaluate((element: any) => element === element.ownerDocument.activeElement)

/** Tabs until the focus is there; backwards by 'Shift+Tab'. */
export const tabTo = async (page: Page, place: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> => {
  await place.waitFor()
  for (let presses = 0; presses < pressesMax; presses++) {
    if (await hasFocus(place)) return
    await page.keyboard.press(key)
  }
  throw new Error(`${pressesMax} times ${key} did not lead to ${place}`)
}
