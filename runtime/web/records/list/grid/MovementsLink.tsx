import { AnchorButton } from '@blueprintjs/core'
import { History } from '@blueprintjs/icons'
import type { Row } from '../../../core/api/table.ts'
import { can } from '../../../core/auth/permissions.ts'
import { listAddress, pageOf } from '../../../fields/record-names.ts'
import { useListData } from '../context/contexts.ts'
import { useT } from '../texts/index.ts'

/** From a balance to the rows of the ledger behind it, for those who may see them. */
export function MovementsLink({ record, name }: { readonly record: Row; readonly name: string }) {
  const { model } = useListData()
  const t = useT()
  const { balanceOf } = model
  if (!balanceOf || !can(pageOf(balanceOf.entity), 'index')) return null
  const search = balanceOf.key.map(({ column, from }) => ({
    field: from,
    operator: 'eq' as const,
    val: String(record[column]),
  }))
  return (
    <AnchorButton
      role="link"
      variant="minimal"
      size="small"
      icon={<History />}
      data-tip={t('movements')}
      aria-label={t('movementsOf', { name })}
      href={listAddress(balanceOf.entity, { search })}
    />
  )
}
