import type { ModelChange } from '#modules/chat/api'
import X from 'lucide-react/icons/x'
import { IconButton } from '#web/components/ui/icon_button'
import { modelChangeText } from '../model_change_text.ts'

/** A line that tells that another model now answers for a tier. */
export function ModelChangeNotice({ line, onClose }: { line: ModelChange | null; onClose: () => void }) {
  if (!line) return null
  return (
    <div className="relative flex items-start gap-2 border-b border-line bg-raised py-0.5 pr-1 pl-4 text-sm text-soft">
      <p role="status" className="min-w-0 flex-1 py-2 wrap-anywhere">
        {modelChangeText(line)}
      </p>
      <IconButton
        size="s"
        label="Close"
        icon={<X />}
        className="phone:size-11 pointer-coarse:size-11"
        onClick={onClose}
      />
    </div>
  )
}
