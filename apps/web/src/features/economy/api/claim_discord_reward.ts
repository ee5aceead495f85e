import { paths, type DiscordReward } from '#modules/economy/api'
import { useMutation } from '@tanstack/react-query'
import { sendJson } from '#web/lib/api_client'

export const claimDiscordReward = () => sendJson<DiscordReward>('POST', paths.discordReward)

export const useClaimDiscordReward = () => useMutation({ mutationFn: claimDiscordReward })
