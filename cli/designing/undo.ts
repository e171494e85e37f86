/** Taking applied designs back. */
import { applyOperation } from '../../generator/edit/apply-operations.ts'
import { changeDocuments, type Documents } from '../../generator/edit/document-editor.ts'
import { OperationError, type Operation } from '../../generator/edit/operation.ts'
import { isExpired } from '../../runtime/server/db/former-values.ts'
import type { Design } from './design-store.ts'
import type { DoneOperation } from './rebase.ts'
import { DesignRefusal } from './refusal.ts'

export const finalTexts = {
  destructive: {
    'zh-cn': '这次更改删除或改写了数据，无法撤销；只有备份中有更改之前的数据。',
    en: 'This change removed or rewrote data, so that it cannot be undone. Only a backup has the data before it.',
  },
  undone: { 'zh-cn': '这次更改已撤销。', en: 'This change has been undone.' },
  expired: {
    'zh-cn': '更改之前的数据只保留 30 天，现已无法撤销。',
    en: 'The values before this change were kept for 30 days, so that it cannot be undone any more.',
  },
} as const

/** Why a design cannot be taken back; null = it can. */
export const finalOf = ({ isFinal, former = [] }: Design): keyof typeof finalTexts | null =>
  isFinal ?? (former.some(({ copy }) => isExpired(copy, Date.now())) ? 'expired' : null)

/** A name that is stored in the database is taken back by renaming again; everything else by its inverse. */
export function undone(before: Documents, design: Design): { after: Documents; done: readonly DoneOperation[] } {
  let documents = before
  const done: DoneOperation[] = []
  for (const { operation, inverse } of design.done.toReversed()) {
    // Code loads the module, so that it stays: without entities it has no pages.
    if (operation.op === 'addModule') continue
    const back = renameBack(operation)
    try {
      const result = back ? applyOperation(documents, back) : changeDocuments(documents, inverse)
      done.push({ operation: back ?? operation, inverse: result.inverse })
      documents = result.documents
    } catch (error) {
      if (error instanceof OperationError || (error instanceof Error && error.name === 'JsonEditError'))
        throw new DesignRefusal('conflict', {
          'zh-cn': '之后的更改已涉及同一处，无法撤销。',
          en: 'Later changes concern the same place, so that this one cannot be undone.',
        })
      throw error
    }
  }
  return { after: documents, done }
}

function renameBack(operation: Operation): Operation | null {
  if (operation.op === 'renameField') {
    const { entity, field, name } = operation
    return { op: 'renameField', entity, field: name, name: field }
  }
  if (operation.op === 'renameEntity') {
    const [module = '', name = ''] = operation.entity.split('/')
    return { op: 'renameEntity', entity: `${module}/${operation.name}`, name }
  }
  return null
}
