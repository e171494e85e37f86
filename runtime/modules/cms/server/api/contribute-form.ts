/** The form of a contribution as clients of other products ask for it. */
import { fieldOf, type Language } from 'tablewright/protocol'
import { OperationError } from 'tablewright/server'
import { content as table } from '#generated/cms/content/table.ts'
import type { contribution } from '../../shared/site/user-routes.ts'
import { editedText } from '../content/hooks.ts'
import { t } from '../i18n.ts'
import { idOf } from '../site/frame.ts'
import { formOf } from './contribute-values.ts'
import { openChannels } from './own-files.ts'
import { ownText } from './own-texts.ts'
import { channelOf } from './wire.ts'
import type { Scope } from '#generated/cms/server.ts'

type Name = Exclude<keyof typeof contribution, 'channel_id'>
export type Model = 'news' | 'products' | 'downloads'

/** The inputs of a contribution, as clients of other products call them. */
export const inputTypes: Readonly<Record<Name, string>> = {
  channel_ids: 'remoteSelects',
  title: 'string',
  content: 'editor',
  images: 'images',
  description: 'textarea',
  keywords: 'string',
  seotitle: 'string',
  tags: 'remoteSelects',
  source_title: 'string',
  source_url: 'string',
  downloads: 'files',
  download_after_comment: 'switch',
  price: 'number',
  currency: 'radio',
}

/** Fields that texts of one model have. */
const models: Readonly<Record<string, Model | undefined>> = {
  source_title: 'news',
  source_url: 'news',
  downloads: 'downloads',
  download_after_comment: 'downloads',
}

const defaults: Readonly<Record<string, unknown>> = {
  channel_ids: [],
  images: [],
  tags: [],
  downloads: [],
  download_after_comment: 0,
  price: '0',
  currency: 'RMB',
}

const requiredNames: ReadonlySet<string> = new Set(['channel_id', 'title'])

/**
 * The fields of a form for texts of a model, by name.
 * @param types by name, in the order of the form
 */
export function fieldsOf(language: Language, model: Model, types: Readonly<Record<string, string>>) {
  const names = Object.keys(types).filter((name) => (models[name] ?? model) === model)
  return Object.fromEntries(
    names.map((name) => {
      const field = fieldOf(table, name)
      const options = field?.options?.map(({ value, label }) => [String(value), label[language]] as const)
      return [
        name,
        {
          name,
          title: field?.label[language] ?? name,
          type: types[name],
          tip: field?.help?.[language] ?? '',
          rule: requiredNames.has(name) ? 'required' : '',
          default: defaults[name] ?? '',
          content: Object.fromEntries(options ?? []),
          main_field: models[name] === undefined,
        },
      ]
    }),
  )
}

/**
 * `GET /api/cms.User/contribute?id=&channel_id=`: a text of the member, or none yet, with the fields of its channel.
 * @throws an OperationError `not_found` for a text of somebody else, `invalid` without a channel that takes texts
 */
export async function readForm(scope: Scope, userId: number, input: Readonly<Record<string, string>>) {
  const { language, database } = scope
  const id = idOf(input['id'])
  const row = id === null ? null : await ownText(database.query, userId, id)
  const channels = await openChannels(scope, userId)
  const channelId = row?.channel_id ?? idOf(input['channel_id'])
  const model = row?.model ?? channels.find((channel) => channel.id === channelId)?.model
  if (!model) throw new OperationError('invalid', { errors: { channel_id: t(language, 'contribute.channel') } })
  return {
    info: row && {
      id: row.id,
      version: row.version,
      status: row.status,
      memo: row.memo ?? '',
      ...formOf(await editedText(scope, database.query, row)),
    },
    fields: fieldsOf(language, model, inputTypes),
    channel: channels.map(channelOf),
  }
}
