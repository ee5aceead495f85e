import { brand } from '#config/brand'
import { dailyRewardRubies, discordRewardRubies, welcomeRubies } from '#config/economy'
import type { ReactNode } from 'react'
import { Badge } from '#web/components/ui/badge'
import { BorderedList } from '#web/components/ui/bordered_list'
import { Rubies } from '#web/components/shared/rubies'

interface FreeRubiesProps {
  /** Null if there is no Discord reward. */
  discord: { isReceived: boolean } | null
  /** Creators get a share of bought rubies. */
  hasShares: boolean
}

export function FreeRubies({ discord, hasShares }: FreeRubiesProps) {
  return (
    <section aria-labelledby="free-heading">
      <h2 id="free-heading" className="display text-2xl">
        Free rubies
      </h2>
      <p className="mt-1.5 text-soft">
        {hasShares
          ? 'They pay for the same as rubies you buy, and are spent first.'
          : 'They are worth the same as rubies you buy.'}
      </p>
      <BorderedList className="mt-5">
        <Reward rubies={welcomeRubies} title="Welcome" isReceived>
          With every new account.
        </Reward>
        <Reward rubies={dailyRewardRubies} title="Daily reward">
          Once a day, from midnight UTC. Claim it above the gallery.
        </Reward>
        {discord && (
          <Reward rubies={discordRewardRubies} title="Discord" isReceived={discord.isReceived}>
            Once, for joining the {brand.name} Discord. Claim it above the gallery.
          </Reward>
        )}
      </BorderedList>
    </section>
  )
}

interface RewardProps {
  rubies: number
  title: string
  /** A one-time reward that the user has received. */
  isReceived?: boolean
  children: ReactNode
}

function Reward({ rubies, title, isReceived = false, children }: RewardProps) {
  return (
    <li className="flex items-center gap-4 px-4 py-3.5 sm:px-5">
      <div className="min-w-0 flex-1">
        <h3 className="flex flex-wrap items-center gap-2 font-semibold">
          {title}
          {isReceived && <Badge tone="success">Received</Badge>}
        </h3>
        <p className="text-sm text-soft">{children}</p>
      </div>
      <Rubies amount={rubies} />
    </li>
  )
}
