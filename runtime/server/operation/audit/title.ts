/** The title of a log entry, stored in every language so that each reader sees their own. */
import {
  languages,
  memoizeByObject,
  type ActionName,
  type Language,
  type MachineActionModel,
  type TableModel,
  type Text,
} from '../../../protocol/index.ts'
import { pageActionTitle, t } from '../../../i18n/i18n.ts'

/** What is done to tables. */
export type LoggedAction = ActionName | 'undo_import'

/** Separates the languages of a stored title; no label contains a line break. */
const languageSeparator = '\n'
const maxTitleLength = 255

/**
 * The title of an action on a table, for example "Products: add". Composed once, because every write needs it and
 * looking up its words takes longer than storing it.
 */
export const titleOf = memoizeByObject(
  (model: Pick<TableModel, 'label'>, action: LoggedAction | MachineActionModel): Text => {
    const word = (language: Language): string =>
      typeof action === 'string' ? t(language, `action.${action}`) : action.label[language]
    const title = (language: Language): string => pageActionTitle(language, model.label[language], word(language))
    return { 'zh-cn': title('zh-cn'), en: title('en') }
  },
)

export function storedTitle(title: Text): string {
  const maxLength = Math.floor((maxTitleLength - languages.length) / languages.length)
  return languages
    .map((language) => title[language].replaceAll(languageSeparator, ' ').slice(0, maxLength))
    .join(languageSeparator)
}

/** The author as people read it: members are stored by their id alone. */
export function loggedName(language: Language, name: string): string {
  const [, id] = memberShape.exec(name) ?? []
  return id === undefined ? name : t(language, 'log.member', { id })
}

/** As `loggedMember` writes it; no username has a colon. */
const memberShape = /^member:(\d+)$/

/** The reader's part of a stored title. */
export function titleIn(title: string, language: Language): string {
  const parts = title.split(languageSeparator)
  return parts[languages.indexOf(language)] ?? parts[0] ?? ''
}
