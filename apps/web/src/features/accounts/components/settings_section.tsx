import { useId, type ReactNode } from 'react'

interface SettingsSectionProps {
  title: string
  text?: ReactNode
  children: ReactNode
}

/** Title and text at the left, or above on narrow screens. */
export function SettingsSection({ title, text, children }: SettingsSectionProps) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className="grid grid-cols-[minmax(0,1fr)] gap-x-12 gap-y-5 border-t border-line py-8 first:border-t-0 first:pt-0 sm:py-10 lg:grid-cols-[minmax(0,17rem)_minmax(0,1fr)]"
    >
      <div>
        <h2 id={id} className="display text-xl">
          {title}
        </h2>
        {text && <p className="mt-1.5 text-ui text-pretty text-soft">{text}</p>}
      </div>
      <div className="min-w-0">{children}</div>
    </section>
  )
}
