import { brand } from '#config/brand'
import { dailyRewardRubies, discordRewardRubies, welcomeRubies } from '#config/economy'
import type { ReactNode } from 'react'
import { Badge } from '../../../components/ui/badge.tsx'
import { Rubies } from '../../../components/ui/rubies.tsx'

/** How rubies come and go, in figures that are the server's own. */
export function HowRubiesWork({ hasDiscordReward }: { hasDiscordReward: boolean }) {
  return (
    <section aria-labelledby="how-heading">
      <h2 id="how-heading" className="display text-2xl">
        How rubies work
      </h2>
      <div className="mt-5 grid gap-x-10 gap-y-8 md:grid-cols-2">
        <div>
          <h3 className="font-semibold">Rubies you need not buy</h3>
          <ul className="mt-3 divide-y divide-line border-y border-line">
            <Gift rubies={welcomeRubies} title="Welcome" isHad>
              With every new account.
            </Gift>
            <Gift rubies={dailyRewardRubies} title="Daily reward">
              Once a day, from midnight UTC, above the gallery.
            </Gift>
            <Gift rubies={discordRewardRubies} title="Discord" isHad={hasDiscordReward}>
              Once, for joining the {brand.name} Discord.
            </Gift>
          </ul>
        </div>
        <div>
          <h3 className="font-semibold">Where they go</h3>
          <ul className="mt-3 grid list-disc gap-2.5 pl-5 text-soft marker:text-accent-text">
            <li>Rubies pay for replies. Looking around, liking, commenting and making characters cost nothing.</li>
            <li>The price of the next reply stands beside the send button before you send.</li>
            <li>
              A reply is paid once it is saved. One that fails costs nothing; one you stop keeps its words and its
              price.
            </li>
            <li>Every ruby that came or went is in the history, with the balance after it.</li>
            <li>When a payment is refunded, its rubies go back too.</li>
          </ul>
        </div>
      </div>
    </section>
  )
}

interface GiftProps {
  rubies: number
  title: string
  /** It comes once, and has come. */
  isHad?: boolean
  children: ReactNode
}

function Gift({ rubies, title, isHad = false, children }: GiftProps) {
  return (
    <li className="flex items-center gap-4 py-3">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-2 font-semibold">
          {title}
          {isHad && <Badge tone="success">Received</Badge>}
        </p>
        <p className="text-sm text-soft">{children}</p>
      </div>
      <Rubies amount={rubies} />
    </li>
  )
}
