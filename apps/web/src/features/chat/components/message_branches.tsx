import GitBranch from 'lucide-react/icons/git-branch'
import { useContext } from 'react'
import { Button } from '#web/components/ui/button'
import { LazyMenu } from '#web/components/ui/lazy_menu'
import { lazyPart } from '#web/lib/lazy_part'
import { BranchesContext } from '../message_actions.ts'

const BranchesMenu = lazyPart(async () => (await import('./branches_menu.tsx')).BranchesMenu)

/** A button that opens links to the chats that branch from a message. */
export function MessageBranches({ id }: { id: string | null }) {
  const branches = useContext(BranchesContext).get(id ?? '')
  if (!branches) return null
  const trigger = (
    <Button look="quiet" size="s" className="text-soft pointer-coarse:min-h-touch">
      <GitBranch aria-hidden className="size-4" />
      {branches.length === 1 ? '1 branch' : `${branches.length} branches`}
    </Button>
  )
  return (
    <div className="mt-1 flex justify-end">
      <LazyMenu trigger={trigger}>
        <BranchesMenu branches={branches} trigger={trigger} />
      </LazyMenu>
    </div>
  )
}
