import { screens } from '#web/screens'

/** The page of a tag. A comma would end the tag in `tags`, so such a tag uses the filter of the chips. */
export const tagAddress = (tag: string): string =>
  screens.gallery.href({}, tag.includes(',') ? { category: tag } : { tags: tag })
