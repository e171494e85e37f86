import { Button } from '@blueprintjs/core'
import { Add, Archive, Search, Th } from '@blueprintjs/icons'
import { recordNouns, useLanguage } from '../../i18n/language.ts'
import { useListActions, useListData } from '../context/contexts.ts'
import { useT } from '../texts/index.ts'

/** Nothing there yet, or nothing that matches: each with the way on. */
export function Empty({ isNarrowed }: { readonly isNarrowed: boolean }) {
  const { model, permissions, state } = useListData()
  const { openForm, narrow } = useListActions()
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
      <h2>{t('empty', recordNouns(model, language))}</h2>
      <p>{t(permissions.has('add') ? 'emptyText' : 'emptyTextReadOnly')}</p>
      {permissions.has('add') && (
        <Button intent="primary" icon={<Add />} text={t('add')} onClick={() => openForm('new')} />
      )}
    </div>
  )
}
