import { paths } from '#modules/accounts/api'
import { brand } from '#config/brand'
import { welcomeRubies } from '#config/economy'
import MessageCircle from 'lucide-react/icons/message-circle'
import Sparkles from 'lucide-react/icons/sparkles'
import type { ReactNode } from 'react'
import { buttonClasses } from '../../../components/ui/button.tsx'
import { Gem } from '../../../components/ui/gem.tsx'
import { Logo } from '../../../components/ui/logo.tsx'
import { useTitle } from '../../../lib/use_title.ts'

/** What a visitor sees: what the product is, and the way in. */
export function LandingScreen() {
  useTitle(brand.name)
  return (
    <div className="hero-glow px-4 pb-20 sm:px-8">
      <section className="mx-auto flex max-w-3xl flex-col items-center pt-16 pb-16 text-center sm:pt-28 sm:pb-24">
        <h1 className="text-[clamp(2.25rem,1.4rem+4vw,4rem)] leading-[1.08] font-bold tracking-[-0.035em]">
          <span className="block text-soft">Welcome to</span> <Logo gem="size-[0.95em]" />
        </h1>
        <p className="mt-6 max-w-xl text-lg text-pretty text-soft sm:text-xl">
          Discover AI-powered characters, chat with unique personalities, create your own characters, and use rubies to
          unlock premium AI models and enhanced conversations.
        </p>
        <a href={paths.login} className={`${buttonClasses('primary')} mt-9 min-h-13 px-8 text-base`}>
          Start Chatting
        </a>
        <p className="mt-4 text-sm text-faint">{welcomeRubies} rubies are on us when you join.</p>
      </section>
      <section aria-label="What you can do" className="mx-auto grid max-w-5xl gap-4 sm:gap-5 md:grid-cols-3">
        <Feature icon={<MessageCircle aria-hidden className="size-5" />} title="AI Characters">
          Browse a gallery of distinct voices. Each has a past, a temper and something to say.
        </Feature>
        <Feature icon={<Sparkles aria-hidden className="size-5" />} title="Create Characters">
          Write someone of your own: a backstory, a personality, the first words they greet you with.
        </Feature>
        <Feature icon={<Gem className="size-5" />} title="Ruby System">
          A reply costs a few rubies. Spend more for premium models and richer conversations.
        </Feature>
      </section>
    </div>
  )
}

function Feature({ icon, title, children }: { icon: ReactNode; title: string; children: ReactNode }) {
  return (
    <article className="rounded-card border border-line bg-raised p-6">
      <div className="mb-4 grid size-11 place-items-center rounded-panel bg-accent-soft text-accent-text">{icon}</div>
      <h2 className="text-lg font-semibold tracking-tight">{title}</h2>
      <p className="mt-1.5 text-pretty text-soft">{children}</p>
    </article>
  )
}
