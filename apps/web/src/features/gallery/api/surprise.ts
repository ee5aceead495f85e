import { paths } from '#modules/gallery/api'
import { useMutation } from '@tanstack/react-query'
import { getJson } from '#web/lib/api_client'

/** Fetches a random character, preferably a character that the user hasn't chatted with. 404 when there is none. */
export const getSurprise = () => getJson<{ id: string }>(paths.surprise)

export const useSurprise = () => useMutation({ mutationFn: getSurprise })
