import Check from 'lucide-react/icons/check'
import ChevronDown from 'lucide-react/icons/chevron-down'
import { Select as RadixSelect } from 'radix-ui'
import { useState } from 'react'
import { classNames } from '#web/lib/class_names'
import { selectClasses, type SelectProps } from './select_props.ts'

/** Opens at once. With type-ahead, which is reset after a second. */
export function SelectList({
  options,
  value,
  onChange,
  label,
  placeholder,
  isDisabled,
  showsAside = false,
  className,
}: SelectProps) {
  const [isOpen, setIsOpen] = useState(true)
  const aside = showsAside && options.find((option) => option.value === value)?.aside
  return (
    <RadixSelect.Root
      open={isOpen}
      onOpenChange={setIsOpen}
      value={value}
      onValueChange={onChange}
      disabled={isDisabled}
    >
      <RadixSelect.Trigger aria-label={label} className={classNames(selectClasses, className)}>
        <span className="truncate">
          <RadixSelect.Value placeholder={placeholder} />
        </span>
        {aside && <span className="shrink-0">{aside}</span>}
        <RadixSelect.Icon>
          <ChevronDown aria-hidden className="size-4 text-faint" />
        </RadixSelect.Icon>
      </RadixSelect.Trigger>
      <RadixSelect.Portal>
        <RadixSelect.Content
          position="popper"
          sideOffset={6}
          collisionPadding={12}
          className="z-50 max-h-(--radix-select-content-available-height) max-w-[min(22rem,calc(100vw-1.5rem))] min-w-(--radix-select-trigger-width) animate-rise overflow-y-auto rounded-panel border border-line bg-float p-1.5 shadow-float"
        >
          <RadixSelect.Viewport>
            {options.map((option) => (
              <RadixSelect.Item
                key={option.value}
                value={option.value}
                disabled={option.isDisabled}
                // Radix labels an option by its text alone; let screen readers announce the price too.
                aria-labelledby={undefined}
                className="flex min-h-touch items-center gap-3 rounded-control py-1.5 pr-3 pl-2 text-ui outline-none select-none data-disabled:opacity-50 data-highlighted:bg-hover"
              >
                <span className="grid size-5 shrink-0 place-items-center">
                  <RadixSelect.ItemIndicator>
                    <Check aria-hidden className="size-4 text-accent-text" />
                  </RadixSelect.ItemIndicator>
                </span>
                <span className="min-w-0 flex-1">
                  <RadixSelect.ItemText>{option.label}</RadixSelect.ItemText>
                  {option.hint && <span className="block text-sm text-faint">{option.hint}</span>}
                </span>
                {option.aside && <span className="shrink-0 text-sm text-soft">{option.aside}</span>}
              </RadixSelect.Item>
            ))}
          </RadixSelect.Viewport>
        </RadixSelect.Content>
      </RadixSelect.Portal>
    </RadixSelect.Root>
  )
}
