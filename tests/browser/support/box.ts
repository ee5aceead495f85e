import type { Locator } from 'playwright-core'
import { framesLater } from './look.ts'
import { until } from './screens.ts'

export type Box = NonNullable<Awaited<ReturnType<Locator['boundingBox']>>>

/** The box of an element that stands still: a sheet slides in, and content that arrives moves what is below it. */
export const boxOf = async (place: Locator): Promise<Box> => {
  let box = await place.boundingBox()
  await until(async () => {
    const last = box
    await place.page().evaluate(framesLater)
    box = await place.boundingBox()
    return box !== null && JSON.stringify(box) === JSON.stringify(last)
  }, `${place} stands still`)
  return box!
}
