import { Badge } from '#web/components/ui/badge'

/** A badge for a chat whose character was deleted. */
export function DeletedTag() {
  return <Badge>deleted</Badge>
}
