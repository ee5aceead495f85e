import { listVoices } from '#modules/voice/calls'
import { callQuery } from '#web/lib/api_client'

/** The voices of the server, which rarely change. */
export const offerQuery = () => ({ ...callQuery(listVoices), staleTime: 5 * 60_000 })
