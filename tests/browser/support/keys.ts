import type { Locator, Page } from 'playwright-core'

const pressesMax = 120

export const hasFocus = (place: Locator): Promise<boolean> =>
  place.evaluate((element: any) => element === element.ownerDocument.activeElement)

/** Tabs until the focus is there. */
export const tabTo = async (page: Page, place: Locator): Promise<void> => {
  await place.waitFor()
  for (let presses = 0; presses < pressesMax; presses++) {
    if (await hasFocus(place)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`${pressesMax} times Tab did not lead to ${place}`)
}
