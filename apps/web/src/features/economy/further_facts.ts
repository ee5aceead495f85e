import type { User } from '#modules/accounts/api'
import type { RubyOrder, RubyPackOffer, RubyTransaction } from '#modules/economy/api'

/*
 * What the shop shows as well wherever an answer carries it. Answers without it are whole all the same.
 */

/** `isTest`: bought in a sandbox, where no money moves. */
export type PackOffer = RubyPackOffer & { isTest?: boolean }
export type Order = RubyOrder & { isTest?: boolean }

/** `chat`: where the reply was written that this line paid for; null when that chat is gone. */
export type Transaction = RubyTransaction & { chat?: { characterId: string; sessionId: string } | null }

/** `rubyDebt`: what is still owed after a refund or dispute took back more than was left. */
export type Buyer = Pick<User, 'rubies' | 'discordJoined'> & { rubyDebt?: number }
