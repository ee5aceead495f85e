import Check from 'lucide-react/icons/check'
import { DropdownMenu } from 'radix-ui'
import type { ReactElement, ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { classNames } from '#web/lib/class_names'

interface MenuProps {
  /** The button that opens the menu; must accept a ref. */
  trigger: ReactElement
  align?: 'start' | 'center' | 'end'
  /** For menus that load after their trigger was pressed. */
  defaultOpen?: boolean
  children: ReactNode
  className?: string
}

export function Menu({ trigger, align = 'end', defaultOpen, children, className }: MenuProps) {
  return (
    <DropdownMenu.Root modal={false} defaultOpen={defaultOpen}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align={align}
          sideOffset={6}
          collisionPadding={12}
          className={classNames(
            'z-50 max-h-(--radix-dropdown-menu-content-available-height) max-w-[min(20rem,calc(100vw-1.5rem))] min-w-56 origin-(--radix-dropdown-menu-content-transform-origin) animate-pop overflow-y-auto rounded-panel border border-line bg-float p-1.5 shadow-float outline-none',
            className
          )}
        >
          {children}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}

interface MenuItemProps {
  icon?: ReactNode
  children: ReactNode
  /** At the right, such as a price. */
  aside?: ReactNode
}

const itemClasses =
  'flex min-h-touch items-center gap-3 rounded-control px-3 text-ui outline-none select-none data-disabled:opacity-50 data-highlighted:bg-hover'

export function MenuItem({
  onSelect,
  isDanger,
  isDisabled,
  ...content
}: MenuItemProps & { onSelect: () => void; isDanger?: boolean; isDisabled?: boolean }) {
  return (
    <DropdownMenu.Item
      disabled={isDisabled}
      onSelect={onSelect}
      className={classNames(itemClasses, isDanger && 'text-danger-text')}
    >
      <ItemContent {...content} />
    </DropdownMenu.Item>
  )
}

export function MenuLink({ to, ...content }: MenuItemProps & { to: string }) {
  return (
    <DropdownMenu.Item asChild>
      <Link to={to} className={itemClasses}>
        <ItemContent {...content} />
      </Link>
    </DropdownMenu.Item>
  )
}

interface MenuChoicesProps<Value extends string> {
  label: string
  value: Value
  choices: readonly { value: Value; label: string; icon?: ReactNode }[]
  /** By default the menu stays open. */
  closesMenu?: boolean
  onChoose: (value: Value) => void
}

/** Items of which one is chosen. */
export function MenuChoices<Value extends string>({
  label,
  value,
  choices,
  closesMenu = false,
  onChoose,
}: MenuChoicesProps<Value>) {
  return (
    <DropdownMenu.RadioGroup aria-label={label} value={value} onValueChange={(chosen) => onChoose(chosen as Value)}>
      {choices.map((choice) => (
        <DropdownMenu.RadioItem
          key={choice.value}
          value={choice.value}
          className={itemClasses}
          onSelect={(event) => closesMenu || event.preventDefault()}
        >
          <ItemContent icon={choice.icon} aside={choice.value === value && <Check aria-hidden className="size-4" />}>
            {choice.label}
          </ItemContent>
        </DropdownMenu.RadioItem>
      ))}
    </DropdownMenu.RadioGroup>
  )
}

function ItemContent({ icon, children, aside }: MenuItemProps) {
  return (
    <>
      {icon && (
        <span aria-hidden className="text-faint [&>svg]:size-4.5">
          {icon}
        </span>
      )}
      <span className="min-w-0 flex-1 truncate">{children}</span>
      {aside && <span className="shrink-0 text-sm text-soft">{aside}</span>}
    </>
  )
}

export function MenuLabel({ children }: { children: ReactNode }) {
  return <DropdownMenu.Label className="px-3 py-2 text-sm text-faint">{children}</DropdownMenu.Label>
}

export function MenuSeparator() {
  return <DropdownMenu.Separator className="mx-1.5 my-1.5 h-px bg-line" />
}
