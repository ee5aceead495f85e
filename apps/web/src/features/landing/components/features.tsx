import { tiers } from '#config/economy'
import type { ReactNode } from 'react'
import { RubyIcon } from '#web/components/shared/ruby_icon'
import { logoOutline, logoFacets } from '#web/components/ui/logo_paths'
import { Picture } from '#web/components/shared/picture'
import { classNames } from '#web/lib/class_names'
import { hasRubies } from '#web/lib/has_rubies'
import type { LandingCharacter } from '../landing_character.ts'

export function Features({ characters }: { characters: LandingCharacter[] }) {
  return (
    <section aria-labelledby="features" className="border-y border-line bg-sunken">
      <div className="mx-auto max-w-[80rem] px-4 py-20 sm:px-8 sm:py-28">
        <h2 id="features" className="display max-w-4xl text-4xl">
          Meet a character, create your own, keep talking
        </h2>
        <div className="mt-10 grid gap-4 sm:gap-5 lg:auto-cols-fr lg:grid-flow-col">
          <Feature title="AI Characters" drawing={<CharacterFan characters={characters} />}>
            Browse a gallery of distinct voices, each with a past and a personality.
          </Feature>
          <Feature title="Create Characters" drawing={<LogoDrawing />}>
            Write your own: a backstory, a personality, a first message.
          </Feature>
          {hasRubies() && (
            <Feature title="Ruby System" drawing={<PriceBars />}>
              A reply costs a few rubies. Spend more for premium models and richer conversations.
            </Feature>
          )}
        </div>
      </div>
    </section>
  )
}

function Feature({ title, drawing, children }: { title: string; drawing: ReactNode; children: ReactNode }) {
  return (
    <article className="feature group grid overflow-clip sm:max-lg:grid-cols-[17rem_1fr] sm:max-lg:items-center rounded-card border border-line bg-raised">
      <div
        aria-hidden
        className="relative h-64 overflow-clip border-b border-line sm:max-lg:h-56 sm:max-lg:border-r sm:max-lg:border-b-0"
      >
        {drawing}
      </div>
      <div className="p-6 sm:max-lg:p-8">
        <h3 className="display text-xl">{title}</h3>
        <p className="mt-2 text-pretty text-soft">{children}</p>
      </div>
    </article>
  )
}

const fanPositions = ['hand-left', 'hand-right', 'hand-middle'] as const

/** Three characters, fanned like cards. */
function CharacterFan({ characters }: { characters: LandingCharacter[] }) {
  const fanned = [characters[1], characters[2], characters[0]]
  return fanPositions.map((place, index) => {
    const character = fanned[index]
    return (
      <span key={place} className={`hand-card ${place}`}>
        {character && (
          <Picture
            address={character.avatar}
            focus={character.avatarFocus}
            name={character.name}
            sizes="9rem"
            className="size-full"
            initialsClassName="text-3xl"
          />
        )}
      </span>
    )
  })
}

/** The mark as a construction drawing, partly coloured. The other facets fade in on hover. */
function LogoDrawing() {
  return (
    <svg viewBox="-20 -5 72 42" className="cutting size-full" focusable="false">
      <g className="cutting-lines">
        <path d="M-20 1.8H52M-20 30.6H52M2.6-5V37M28.5-5V37M15.6-5V37" />
        <circle cx="15.6" cy="16.2" r="18" />
      </g>
      {logoFacets.map(([shade, d], index) => (
        <path
          key={d}
          d={d}
          fill={`var(--gem-${shade})`}
          className={classNames('cutting-facet', [0, 1, 2, 7].includes(index) && 'cutting-done')}
        />
      ))}
      <path d={logoFacets.map(([, d]) => d).join('')} className="cutting-edges" />
      <path d={logoOutline} className="cutting-edges" />
    </svg>
  )
}

function PriceBars() {
  const maxCost = Math.max(...tiers.map((tier) => tier.cost))
  return (
    <div className="flex h-full items-end gap-3 px-6 pt-8">
      {tiers.map((tier) => (
        <div key={tier.id} className="flex h-full min-w-0 flex-1 flex-col items-center justify-end gap-2">
          <span className="display flex items-center gap-1 text-lg tabular-nums">
            {tier.cost}
            <RubyIcon className="size-4" />
          </span>
          <span className="price-pillar" style={{ height: `${18 + (52 * tier.cost) / maxCost}%` }} />
        </div>
      ))}
    </div>
  )
}
