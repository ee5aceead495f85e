import { signInAddress } from '#modules/accounts/calls'
import { brand } from '#config/brand'
import { welcomeRubies } from '#config/economy'
import { SiteLinks } from '#web/components/shared/site_links'
import { buttonClasses } from '#web/components/ui/button'
import { Logo } from '#web/components/ui/logo'
import { LogoMark } from '#web/components/ui/logo_mark'
import { hasRubies } from '#web/lib/has_rubies'

export function CallToAction() {
  return (
    <section aria-labelledby="invitation" className="invitation">
      <LogoMark className="mx-auto size-24 sm:size-32" />
      <h2 id="invitation" className="display mt-8 text-display">
        Your first conversation is waiting
      </h2>
      <p className="mx-auto mt-5 max-w-md text-lg text-pretty text-soft">
        All you need is an e-mail address and a password.
        {hasRubies() && ` The first ${welcomeRubies} rubies are on us.`}
      </p>
      <a href={signInAddress('register')} className={`${buttonClasses('primary', false, 'l')} mt-8`}>
        Create your account
      </a>
    </section>
  )
}

export function LandingFooter() {
  return (
    <footer className="border-t border-line">
      <div className="mx-auto flex max-w-[80rem] flex-wrap items-center justify-between gap-x-10 gap-y-4 px-4 py-8 text-sm text-faint sm:px-8">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Logo className="text-lg text-text" />
          {brand.tagline}
        </p>
        <p>Characters and what they say are fictional. Open source, MIT license.</p>
        <SiteLinks className="w-full" />
      </div>
    </footer>
  )
}
