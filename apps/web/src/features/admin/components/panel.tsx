import { useId, type ReactNode } from 'react'

export function Panel({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="min-w-0 rounded-card border border-line bg-raised p-4 sm:p-5">
      <h2 id={id} className="mb-3 text-sm font-semibold text-soft">
        {title}
      </h2>
      {children}
    </section>
  )
}
