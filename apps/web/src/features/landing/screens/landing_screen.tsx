import { signInAddress } from '#modules/accounts/calls'
import { brand } from '#config/brand'
import { welcomeRubies } from '#config/economy'
import { buttonClasses } from '#web/components/ui/button'
import { Logo } from '#web/components/ui/logo'
import { hasRubies } from '#web/lib/has_rubies'
import { useTitle } from '#web/lib/use_title'
import { Features } from '../components/features.tsx'
import { LandingHero } from '../components/landing_hero.tsx'
import { CallToAction, LandingFooter } from '../components/call_to_action.tsx'
import { PortraitWall } from '../components/portrait_wall.tsx'
import { Promises } from '../components/promises.tsx'
import type { LandingCharacter } from '../landing_character.ts'
import '../landing.css'

interface LandingScreenProps {
  /** Null while loading. */
  characters: LandingCharacter[] | null
  /** The characters with an opening message; null while loading. */
  speakers: LandingCharacter[] | null
  /** The built-in writer answers visitors, not an AI model. */
  isDemo: boolean
  /** The notice that a machine writes, for the demo. */
  notice: string | undefined
}

export function LandingScreen({ characters, speakers, isDemo, notice }: LandingScreenProps) {
  useTitle(brand.name)
  return (
    <>
      <section className="hero">
        <PortraitWall characters={characters} />
        <div className="hero-words">
          <h1 className="display">
            <span className="block text-3xl text-soft">Welcome to</span>{' '}
            <Logo className="hero-logo" gem="size-[0.86em]" />
          </h1>
          <p className="mt-5 text-lg text-pretty text-soft sm:mt-6 sm:text-xl">
            {hasRubies()
              ? 'Discover AI-powered characters, chat with unique personalities, create your own characters, and use rubies to unlock premium AI models and enhanced conversations.'
              : 'Discover AI-powered characters, chat with unique personalities, and create your own characters.'}
          </p>
          <div className="mt-7 flex flex-wrap items-center gap-x-5 gap-y-3 sm:mt-9">
            <a href={signInAddress('register')} className={buttonClasses('primary', false, 'l')}>
              Start Chatting
            </a>
            {hasRubies() && <p className="text-sm text-faint">{welcomeRubies} rubies are on us when you join.</p>}
          </div>
        </div>
      </section>
      <LandingHero characters={speakers} isDemo={isDemo} notice={notice} />
      <Features characters={characters ?? []} />
      <Promises />
      <CallToAction />
      <LandingFooter />
    </>
  )
}
