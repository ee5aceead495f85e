import { useId, type ReactNode } from 'react'

interface FormSectionProps {
  title: string
  help: string
  children: ReactNode
}

export function FormSection({ title, help, children }: FormSectionProps) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className="grid min-w-0 gap-5 rounded-card border border-line bg-raised p-4 sm:gap-6 sm:p-6"
    >
      <div>
        <h2 id={id} className="display text-xl">
          {title}
        </h2>
        <p className="mt-0.5 text-sm text-soft">{help}</p>
      </div>
      {children}
    </section>
  )
}
