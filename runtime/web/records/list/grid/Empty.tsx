import { Button } from '@blueprintjs/core'
import { Archive, Search, Th } from '@blueprintjs/icons'
import { recordNouns, useLanguage } from '../../../core/i18n/language.ts'
import { useListActions, useListData } from '../context/contexts.ts'
import { AddButton } from '../toolbar/AddButton.tsx'
import { useT } from '../texts/index.ts'

/** Nothing there yet, or nothing that matches: each with the way on. */
export function Empty({ isNarrowed }: { readonly isNarrowed: boolean }) {
  const { model, permissions, state } = useListData()
  const { narrow } = useListActions()
  const canAdd = permissions.has('add')
  // Nobody writes its records one by one: the system or an action of another record does.
  const isWritten = model.actions.includes('add')
  const t = useT()
  const language = useLanguage()
  if (isNarrowed) {
    return (
      <div className="list-empty">
        <Search size={32} className="list-empty-sign" />
        <h2>{t('noMatch')}</h2>
        <p>{t('noMatchText')}</p>
        <Button text={t('clearFilters')} onClick={() => narrow({ quickSearch: '', search: [] })} />
      </div>
    )
  }
  if (state.deleted) {
    return (
      <div className="list-empty">
        <Archive size={32} className="list-empty-sign" />
        <h2>{t('emptyDeleted')}</h2>
        <p>{t('emptyDeletedText')}</p>
      </div>
    )
  }
  return (
    <div className="list-empty">
      <Th size={32} className="list-empty-sign" />
      {/* A log or a bin is no name of its records. */}
      <h2>{isWritten ? t('empty', recordNouns(model, language)) : t('emptyLog')}</h2>
      <p>{t(isWritten && canAdd ? 'emptyText' : 'emptyTextReadOnly')}</p>
      <AddButton isNarrow={false} />
    </div>
  )
}
