import { builtInSetSizes, type BuiltInSet, type ImportAnswer } from '#modules/gallery/api'
import Zap from 'lucide-react/icons/zap'
import { Button } from '#web/components/ui/button'
import { toastError } from '#web/lib/toasts'
import { useImportBuiltIn } from '../characters.ts'
import { toastImported } from '../import_result.ts'

interface QuickImportProps {
  set: BuiltInSet
  onImported?: (answer: ImportAnswer) => void
}

/** Imports the missing built-in characters of a set. */
export function QuickImport({ set, onImported }: QuickImportProps) {
  const importing = useImportBuiltIn()
  const importSet = async () => {
    try {
      const answer = await importing.mutateAsync({ body: { set } })
      toastImported(answer)
      onImported?.(answer)
    } catch (error) {
      toastError(error, 'Failed to import characters', 'Import Failed')
    }
  }
  return (
    <Button isLoading={importing.isPending} onClick={() => void importSet()}>
      <Zap aria-hidden className="size-4" />
      Quick import {builtInSetSizes[set]} characters
    </Button>
  )
}
