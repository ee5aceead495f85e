import type { HeldReview } from '#modules/gallery/api'
import { limits } from '#modules/gallery/api'
import { getContentSweep } from '#modules/moderation/calls'
import { decideReview, getHeld, listHeld } from '#modules/admin/calls'
import { patternOf } from '#modules/kernel/calls'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { callQuery } from '#web/lib/api_client'
import { pagesQuery } from '#web/lib/get_page'
import { useCall } from '#web/lib/use_call'

/** Fetched whenever it is opened, because other moderators decide, too. */
export const useHeldList = () =>
  useInfiniteQuery({ ...pagesQuery(listHeld, { query: { limit: limits.heldDefault } }), gcTime: 0 })

/** How far what was public before has been judged. Null without a provider for that. */
export const useContentSweep = () => useQuery({ ...callQuery(getContentSweep), gcTime: 0 })

export const useHeld = (id: string) => useQuery({ ...callQuery(getHeld, { params: { id } }), gcTime: 0 })

export const useDecideReview = () =>
  useCall(decideReview, (queryClient) => queryClient.invalidateQueries({ queryKey: [patternOf(listHeld)] }))

export const kindNames: Record<HeldReview['kind'], string> = {
  character: 'Character',
  comment: 'Comment',
  profile: 'Profile',
}

const causeNames: Record<string, string> = {
  'sexual/minors': 'Sexualizes minors',
  sexual: 'Sexual',
  hate: 'Hate',
  'hate/threatening': 'Hate with threats',
  'harassment/threatening': 'Threats',
  'self-harm/intent': 'Self-harm',
  'self-harm/instructions': 'Instructions for self-harm',
  'illicit/violent': 'Instructions for violence',
  'violence/graphic': 'Graphic violence',
  minor_age: 'Adult character with an age under 18',
  flagged: 'Found by moderation',
  first_characters: 'New creator',
  changed_after_review: 'Changed after a review',
  unchecked: 'Couldn’t be checked',
}

/** Falls back to the category, which a provider may have invented. */
export const causeName = (cause: string): string => causeNames[cause] ?? cause
