import { useId, type ReactNode } from 'react'

interface SettingSectionProps {
  title: string
  text: ReactNode
  children: ReactNode
}

/** A titled group of a chat's settings. */
export function SettingSection({ title, text, children }: SettingSectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="text-ui font-semibold">
        {title}
      </h3>
      <p className="mt-0.5 mb-2 text-sm text-soft">{text}</p>
      {children}
    </section>
  )
}
