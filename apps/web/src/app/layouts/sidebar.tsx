import ShieldCheck from 'lucide-react/icons/shield-check'
import { Link, NavLink } from 'react-router-dom'
import { buttonClasses } from '#web/components/ui/button'
import { RecentChats } from '#web/features/chat/components/recent_chats'
import { classNames } from '#web/lib/class_names'
import { screens } from '#web/screens'
import { buyRubies, createCharacter, mainMenu, type MenuItem } from './menu_items.ts'

const admin: MenuItem = { label: 'Admin', to: screens.admin.path, icon: ShieldCheck }

/** The main menu, the main actions and the latest chats. The compact form shows icons only, with the same accessible names. */
export function Sidebar({ isCompact, isAdmin }: { isCompact: boolean; isAdmin: boolean }) {
  return (
    <div className="grid gap-7 px-3 py-5">
      <nav aria-label="Main">
        <ul className="grid gap-1">
          {[...mainMenu, ...(isAdmin ? [admin] : [])].map((item) => (
            <li key={item.label}>
              <MenuLink {...item} isCompact={isCompact} />
            </li>
          ))}
        </ul>
      </nav>
      <div className={classNames('grid gap-2', isCompact && 'justify-center')}>
        <ActionLink {...createCharacter} look="primary" isCompact={isCompact} />
        <ActionLink {...buyRubies} look="outline" isCompact={isCompact} />
      </div>
      <RecentChats isCompact={isCompact} />
    </div>
  )
}

function MenuLink({ label, to, icon: Icon, isCompact }: MenuItem & { isCompact: boolean }) {
  return (
    <NavLink
      to={to}
      // The screens below /admin highlight this link too.
      end={to !== admin.to}
      title={isCompact ? label : undefined}
      className={({ isActive }) =>
        classNames(
          'flex min-h-touch items-center gap-3 rounded-control text-ui font-semibold transition-colors',
          isCompact ? 'justify-center' : 'px-3',
          isActive ? 'bg-hover text-text' : 'text-soft hover:bg-hover hover:text-text'
        )
      }
    >
      {({ isActive }) => (
        <>
          <Icon aria-hidden className={classNames('size-5 shrink-0', isActive && 'text-accent-text')} />
          <span className={isCompact ? 'sr-only' : undefined}>{label}</span>
        </>
      )}
    </NavLink>
  )
}

function ActionLink({
  label,
  to,
  icon: Icon,
  look,
  isCompact,
}: MenuItem & { look: 'primary' | 'outline'; isCompact: boolean }) {
  return (
    <Link to={to} title={isCompact ? label : undefined} className={buttonClasses(look, isCompact)}>
      <Icon aria-hidden className="size-4 shrink-0" />
      <span className={isCompact ? 'sr-only' : undefined}>{label}</span>
    </Link>
  )
}
