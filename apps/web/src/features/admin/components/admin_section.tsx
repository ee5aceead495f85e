import { useId, type ReactNode } from 'react'

interface AdminSectionProps {
  title: string
  text?: ReactNode
  /** At the right of the title, such as a search. */
  aside?: ReactNode
  children: ReactNode
}

export function AdminSection({ title, text, aside, children }: AdminSectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="border-t border-line py-8 first:border-t-0 first:pt-0 sm:py-10">
      <div className="mb-5 flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
        <div className="min-w-0">
          <h2 id={id} className="display text-xl">
            {title}
          </h2>
          {text && <p className="mt-1.5 max-w-measure text-ui text-pretty text-soft">{text}</p>}
        </div>
        {aside}
      </div>
      {children}
    </section>
  )
}
