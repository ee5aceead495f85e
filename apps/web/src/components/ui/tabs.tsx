import { Tabs as RadixTabs } from 'radix-ui'
import type { ReactNode } from 'react'
import { classNames } from '#web/lib/class_names'

export interface Tab {
  value: string
  label: ReactNode
  content: ReactNode
}

interface TabsProps {
  label: string
  tabs: readonly Tab[]
  /** Controls the open tab. */
  value?: string
  onChange?: (value: string) => void
  /** Columns of equal width. */
  isEven?: boolean
  /** Keeps hidden tabs mounted, so that forms keep their input. */
  keepMounted?: boolean
}

/** Tabs that scroll when they don't fit. */
export function Tabs({ label, tabs, value, onChange, isEven = false, keepMounted = false }: TabsProps) {
  return (
    <RadixTabs.Root
      className="min-w-0"
      value={value}
      onValueChange={onChange}
      defaultValue={value === undefined ? tabs[0]?.value : undefined}
    >
      <div className="border-b border-line">
        <RadixTabs.List
          aria-label={label}
          className={classNames(
            '-mb-px overflow-x-auto [scrollbar-width:none]',
            // Aligns the first label with the page's text.
            isEven ? 'grid auto-cols-[minmax(max-content,1fr)] grid-flow-col' : '-mx-3 flex gap-1'
          )}
        >
          {tabs.map((tab) => (
            <RadixTabs.Trigger
              key={tab.value}
              value={tab.value}
              className={classNames(
                isEven ? 'px-1.5 after:inset-x-0 max-[24rem]:text-sm sm:px-4' : 'px-3 after:inset-x-3',
                'relative min-h-touch text-ui font-semibold whitespace-nowrap text-faint transition-colors after:absolute after:bottom-0 after:h-0.5 after:scale-x-0 after:rounded-full after:bg-accent-text after:transition-[scale] after:duration-medium after:ease-out hover:text-text focus-visible:-outline-offset-2 data-[state=active]:text-text data-[state=active]:after:scale-x-100'
              )}
            >
              {tab.label}
            </RadixTabs.Trigger>
          ))}
        </RadixTabs.List>
      </div>
      {tabs.map((tab) => (
        <RadixTabs.Content
          key={tab.value}
          value={tab.value}
          forceMount={keepMounted || undefined}
          className="animate-fade rounded-control pt-6 data-[state=inactive]:hidden"
        >
          {tab.content}
        </RadixTabs.Content>
      ))}
    </RadixTabs.Root>
  )
}
