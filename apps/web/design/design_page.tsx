import { useState } from 'react'
import { Button } from '#web/components/ui/button'
import { Logo } from '#web/components/ui/logo'
import { Toaster } from '#web/components/ui/toaster'
import { useTitle } from '#web/lib/use_title'
import { ContentSpecimens } from './content_specimens.tsx'
import { ControlSpecimens } from './control_specimens.tsx'
import { FoundationSpecimens } from './foundation_specimens.tsx'
import { LayerSpecimens } from './layer_specimens.tsx'

type Theme = 'system' | 'dark' | 'light'

/** All components in all states, at /design in development. It has its own page, which no build includes. */
export function DesignPage() {
  useTitle('Design')
  const [theme, setTheme] = useState<Theme>('system')
  const choose = (next: Theme) => {
    setTheme(next)
    if (next === 'system') delete document.documentElement.dataset.theme
    else document.documentElement.dataset.theme = next
  }
  return (
    <>
      <header className="sticky top-0 z-30 flex min-h-bar flex-wrap items-center gap-x-6 gap-y-1 border-b border-line bg-bg px-4 py-2 sm:px-8">
        <Logo className="text-xl" />
        <div role="group" aria-label="Theme" className="ml-auto flex gap-1">
          {(['system', 'dark', 'light'] as const).map((each) => (
            <Button
              key={each}
              look={each === theme ? 'outline' : 'quiet'}
              aria-pressed={each === theme}
              onClick={() => choose(each)}
            >
              {each}
            </Button>
          ))}
        </div>
      </header>
      <main className="mx-auto max-w-6xl px-4 pb-24 sm:px-8">
        <h1 className="display py-12 text-display">Design</h1>
        <FoundationSpecimens />
        <ControlSpecimens />
        <LayerSpecimens />
        <ContentSpecimens />
      </main>
      <Toaster />
    </>
  )
}
