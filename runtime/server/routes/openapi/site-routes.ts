/** Settings, notices, uploads, the recycle bin, the terminal and the small calls. */
import { apiAnswer, apiFile, apiList, apiObject, apiRef, type ApiSchema } from '../../../protocol/index.ts'
import { answer, boolean, done, flag, id, input, integer, nothing, text, type Descriptions } from './operation.ts'

const notice = apiObject({ id, title: text, content: text, sound: text, path: text, create_time: integer, read: flag })
const unread = answer({ unread: integer })
const ids = { type: 'array', minItems: 1, items: id } as const
const count = answer({ count: integer })
const optionalId: ApiSchema = { type: ['integer', 'null'] }

const setting = apiObject(
  {
    id,
    name: text,
    group: text,
    title: text,
    tip: text,
    type: text,
    content: { anyOf: [text, { type: 'object', additionalProperties: text }] },
    rule: text,
    rules: { ...apiList(text), description: 'rules of one that was added' },
    extend: { type: 'object' },
    allow_del: flag,
    weigh: integer,
    value: {},
    kept: { ...apiList(text), description: 'entries of the value that cannot be removed' },
    relation: { type: 'object', description: 'where a picker finds its options' },
    when: {},
    input_extend: { type: 'object' },
  },
  [
    'id',
    'name',
    'group',
    'title',
    'tip',
    'type',
    'content',
    'rule',
    'extend',
    'allow_del',
    'weigh',
    'value',
    'input_extend',
  ],
)

const definition = {
  title: text,
  group: text,
  type: text,
  tip: text,
  rule: { anyOf: [text, apiList(text)] },
  content: text,
  extend: text,
  inputExtend: text,
  weigh: integer,
}
const objects: ApiSchema = { type: 'array', items: { type: 'object' } }
const designChange = {
  operations: { ...objects, description: 'see generator/edit/operation.ts' },
  bases: { type: 'object', description: 'texts of the documents that the operations were made on, by path' },
  undo: { ...text, description: 'id of an applied change, in place of operations' },
} as const

const newSetting = { name: text, ...definition, value: { description: 'what fits the type' } }

/** Components that these descriptions refer to. */
export const siteSchemas: Readonly<Record<string, ApiSchema>> = {
  UploadedFile: apiObject({
    id,
    topic: text,
    admin_id: optionalId,
    user_id: optionalId,
    url: text,
    full_url: text,
    width: integer,
    height: integer,
    name: text,
    size: integer,
    mimetype: text,
    storage: text,
    sha1: text,
    suffix: text,
    last_upload_time: integer,
  }),
  RecordReference: apiObject({ table: text, page: text, label: text, id, title: text }, [
    'table',
    'label',
    'id',
    'title',
  ]),
}

const uploaded = answer({ file: apiRef('UploadedFile') })
const upload = {
  summary: 'Upload a file',
  query: { topic: text },
  form: input({ file: { type: 'string', format: 'binary' }, topic: text, access: text }, ['file']),
  responses: uploaded,
}

const running = { url: text, uploadId: text } as const
const announced = { name: text, size: integer, sha1: text, topic: text, access: text } as const
const region = { summary: 'Regions below what was chosen', query: { province: text, city: text } } as const
const regions = { ...region, responses: apiAnswer(apiList(apiObject({ value: text, label: text }))) }
const icon = {
  summary: 'The icon of a file type',
  query: { suffix: text, background: text },
  needs: ['suffix'],
  responses: apiFile('image/svg+xml', 'the icon'),
}
const stream = {
  summary: 'Run a command; refusals are streams as well',
  query: { command: text, uuid: text, extend: text, batoken: text },
  responses: apiFile('text/event-stream', 'messages'),
}

/** The realtime hub, which both areas have. */
const live = (area: 'admin' | 'api'): Descriptions => ({
  [`${area}/Live/ticket`]: {
    summary: 'A ticket that opens the socket `/ws` once',
    responses: answer({ ticket: text }),
  },
  [`${area}/Live/topic`]: {
    summary: 'What happened in a topic after a number',
    query: { topic: text, after: { type: 'integer', minimum: 0 } },
    needs: ['topic'],
    responses: answer({ head: integer, entries: apiList(apiObject({ seq: integer, data: {} })), more: boolean }),
  },
})

/** Uploads to the cloud store, which both areas have. */
const cloud = (area: 'admin' | 'api'): Descriptions => ({
  [`${area}/Cos/refreshToken`]: {
    summary: 'A key to upload with',
    responses: answer({
      tmpSecretId: text,
      tmpSecretKey: text,
      sessionToken: text,
      startTime: integer,
      expiredTime: integer,
      prefix: text,
    }),
  },
  [`${area}/Cos/begin`]: {
    summary: 'Begin an upload',
    body: input(announced, ['name', 'size', 'sha1']),
    responses: apiAnswer({
      anyOf: [
        apiObject({ file: apiRef('UploadedFile') }),
        apiObject({ key: text, url: text, type: text, disposition: text, sliceSize: integer, uploadId: text }, [
          'key',
          'url',
          'type',
          'disposition',
          'sliceSize',
        ]),
      ],
    }),
  },
  [`${area}/Cos/slices`]: {
    summary: 'Addresses for the slices that are missing',
    body: input({ ...running, size: integer }, ['url', 'uploadId', 'size']),
    responses: apiAnswer({ type: 'object' }),
  },
  [`${area}/Cos/abort`]: { summary: 'Give an upload up', body: input(running, ['url', 'uploadId']), responses: done },
  [`${area}/Cos/callback`]: {
    summary: 'Say that a file has arrived',
    body: input({ ...announced, ...running }, ['name', 'size', 'sha1', 'url']),
    responses: uploaded,
  },
})

const watched = answer({
  list: apiList(
    apiObject({
      id: text,
      label: text,
      reason: { type: ['string', 'null'] },
      fields: apiList(apiObject({ name: text, label: text, secret: boolean })),
    }),
  ),
})
const kept = apiObject({ id: {}, msg: text })
const marked: Pick<Descriptions[string], 'body' | 'responses'> = {
  body: input({ ids: { ...ids, maxItems: 100 } }, ['ids']),
  responses: apiAnswer({ type: 'object' }, { type: 'object' }),
}
const undone = apiObject({ done: integer, kept: integer, reasons: apiList(kept), left: integer, next: optionalId }, [
  'done',
  'kept',
  'reasons',
])
const table = { table: text }

const controllers = { type: 'object', additionalProperties: text } as const
/** What clients of BuildAdmin ask for before they show the form of a rule. */
const rules = (name: 'DataRecycle' | 'SensitiveData'): Descriptions => ({
  [`admin/security.${name}/add GET`]: {
    summary: 'Controllers a rule can be about',
    responses: answer({ controllers, tables: controllers }),
  },
  [`admin/security.${name}/edit GET`]: {
    summary: 'A rule, with the controllers it can be about',
    query: { id },
    needs: ['id'],
    responses: answer({ row: apiRef(`System${name}`), controllers, tables: controllers }),
  },
})

export const siteDescriptions: Descriptions = {
  ...rules('DataRecycle'),
  ...rules('SensitiveData'),
  'admin/routine.Config/index': {
    summary: 'The settings of the site',
    responses: answer({
      list: { type: 'object', additionalProperties: apiObject({ name: text, title: text, list: apiList(setting) }) },
      remark: text,
      configGroup: { type: 'object', additionalProperties: text },
      quickEntrance: {},
    }),
  },
  'admin/routine.Config/edit': {
    summary: 'Change settings: values by name',
    body: { type: 'object', additionalProperties: true },
    responses: done,
  },
  'admin/routine.Config/add': {
    summary: 'Add a setting',
    body: input(newSetting, ['name', 'title', 'group', 'type']),
    responses: done,
  },
  'admin/routine.Config/redefine': {
    summary: 'Define an added setting anew; what is absent stays, and so do name and value',
    body: input({ id, ...definition }, ['id']),
    responses: done,
  },
  'admin/routine.Config/del': {
    summary: 'Delete settings that were added',
    query: { 'ids[]': { ...ids, maxItems: 300 } },
    needs: ['ids[]'],
    responses: count,
  },
  'admin/routine.Config/sendTestMail': {
    summary: 'Send a mail to try the settings',
    body: input({ testMail: text }, ['testMail']),
    responses: done,
  },
  'admin/notification.Index/index': {
    summary: 'Own notices, newest first',
    query: {
      page: { type: 'integer', minimum: 1, maximum: 10_000 },
      limit: { type: 'integer', minimum: 1, maximum: 100 },
      unread: { enum: ['0', '1'] },
    },
    responses: answer({ list: apiList(notice), total: integer, unread: integer, remark: text }),
  },
  'admin/notification.Index/push': {
    summary: 'New notices since the last call',
    responses: answer({ sound: text, msg: text, id: optionalId, unread: integer, list: apiList(notice) }),
  },
  'admin/notification.Index/read': { summary: 'Mark as read', body: input({ id }, ['id']), responses: unread },
  'admin/notification.Index/readall': {
    summary: 'Mark all as read, or those up to one',
    body: input({ until: { type: ['integer', 'null'], minimum: 1 } }),
    responses: unread,
  },
  ...live('admin'),
  ...live('api'),
  'admin/Live/record': {
    summary: 'The version of a record, and who else has it open',
    query: { entity: text, id },
    needs: ['entity', 'id'],
    responses: answer({ version: { type: ['integer', 'null'] }, viewers: apiList(text) }),
  },
  'admin/ajax/upload': upload,
  'api/ajax/upload': upload,
  ...cloud('admin'),
  ...cloud('api'),
  'admin/routine.Attachment/usage': {
    summary: 'Which records refer to files',
    query: { 'ids[]': { ...ids, minItems: 0, maxItems: 100 } },
    responses: answer({
      list: apiList(apiObject({ id, references: apiList(apiRef('RecordReference')), more: boolean })),
      topics: apiList(apiObject({ topic: text, count: integer })),
      topic_count: integer,
      file_count: integer,
    }),
  },
  'admin/security.DataRecycle/tables': { summary: 'Tables a rule can be about', responses: watched },
  'admin/security.SensitiveData/tables': { summary: 'Tables a rule can be about', responses: watched },
  'admin/security.DataRecycleLog/info': {
    summary: 'A deleted record',
    query: { id },
    needs: ['id'],
    responses: answer({ row: { type: 'object' } }),
  },
  'admin/security.DataRecycleLog/restore': { summary: 'Restore deleted records', ...marked },
  'admin/security.SensitiveDataLog/info': {
    summary: 'A change of sensitive data',
    query: { id },
    needs: ['id'],
    responses: answer({ row: { type: 'object' } }),
  },
  'admin/security.SensitiveDataLog/rollback': { summary: 'Roll changes back', ...marked },
  'admin/ajax/clearCache': {
    summary: 'Clear caches, for super administrators',
    body: input({ type: { enum: ['tp', 'all'] } }, ['type']),
    responses: done,
  },
  'admin/crud.Crud/index': {
    summary: 'The tables that can be designed',
    responses: answer({
      problems: objects,
      modules: objects,
      entities: objects,
      kinds: apiList(text),
      obstacle: { type: ['string', 'null'] },
      rows: { type: 'object', additionalProperties: integer },
    }),
  },
  'admin/crud.Crud/entity': {
    summary: 'A schema as its author wrote it, and as it works',
    query: { id: text },
    needs: ['id'],
    responses: answer({
      id: text,
      base: text,
      hash: text,
      document: { type: 'object' },
      model: { type: ['object', 'null'] },
      form: { type: ['object', 'null'] },
    }),
  },
  'admin/crud.Crud/tables': {
    summary: 'Tables of the database that no schema has',
    responses: answer({ list: apiList(text) }),
  },
  'admin/crud.Crud/values': {
    summary: 'How many records have each option of a field',
    query: { id: text, field: text },
    needs: ['id', 'field'],
    responses: answer({ list: objects }),
  },
  'admin/crud.Crud/history': { summary: 'Changes that were applied', responses: answer({ list: objects }) },
  'admin/crud.Crud/start': {
    summary: 'The document that a new table begins with, or names for a label',
    body: input(
      {
        from: { enum: ['blank', 'copy', 'table', 'sql', 'csv'] },
        entity: text,
        label: { type: 'object' },
        singular: { type: 'object' },
        source: text,
        table: text,
        text,
        fields: apiList(text),
      },
      ['entity'],
    ),
    responses: answer(
      { document: { type: 'object' }, names: apiList(text), problem: { type: ['string', 'null'] } },
      [],
    ),
  },
  'admin/crud.Crud/preview': {
    summary: 'What operations on schemas will do',
    body: input({ ...designChange, entity: text, plan: boolean }),
    responses: answer({
      problems: objects,
      entities: objects,
      documents: objects,
      words: objects,
      diffs: objects,
      plan: { type: ['object', 'null'] },
      hash: { type: ['string', 'null'] },
    }),
  },
  'admin/crud.Crud/patch': {
    summary: 'The same as a patch for git',
    body: input(designChange),
    responses: answer({ patch: text }),
  },
  'admin/crud.Crud/apply': {
    summary: 'Apply what was previewed',
    body: input({ ...designChange, hash: text, current_password: text }, ['hash', 'current_password']),
    responses: answer({
      id: text,
      paths: apiList(text),
      words: apiList(text),
      steps: objects,
    }),
  },
  'admin/crud.Crud/delete': {
    summary: 'The same for changes that remove a table',
    body: input({ ...designChange, hash: text, current_password: text }, ['hash', 'current_password']),
    responses: answer({
      id: text,
      paths: apiList(text),
      words: apiList(text),
      steps: objects,
    }),
  },
  'admin/module/index': {
    summary: 'The installed modules',
    responses: answer({ sysVersion: text, installed: objects }),
  },
  'admin/module/state': {
    summary: 'Whether a module is on (1) or off (6)',
    query: { uid: text },
    needs: ['uid'],
    responses: answer({ state: integer }),
  },
  'admin/module/data': {
    summary: 'How much a module has stored',
    query: { uid: text },
    needs: ['uid'],
    responses: answer({ rows: integer, bytes: integer }),
  },
  'admin/module/changeState': {
    summary: 'Switch a module on or off, for super administrators',
    body: input({ uid: text, state: { type: ['integer', 'string', 'boolean'] } }, ['uid', 'state']),
    responses: answer({ state: integer }),
  },
  'admin/ajax/area': regions,
  'api/ajax/area': regions,
  'admin/ajax/buildSuffixSvg': icon,
  'api/ajax/buildSuffixSvg': icon,
  'admin/ajax/undo': {
    summary: 'Take an own operation back',
    body: input({ entry: id, entries: apiList(id), before: id }),
    responses: apiAnswer({ anyOf: [nothing, undone] }, undone),
  },
  'admin/ajax/undoable': {
    summary: 'Own operations that can be taken back',
    responses: answer({
      list: apiList(
        apiObject({
          entries: apiList(id),
          title: text,
          time: integer,
          controller: text,
          count: integer,
          names: apiList(text),
        }),
      ),
    }),
  },
  'admin/ajax/getTablePk': {
    summary: 'The key of a table',
    query: table,
    needs: ['table'],
    responses: answer({ pk: text }),
  },
  'admin/ajax/getTableFieldList': {
    summary: 'The fields of a table',
    query: { ...table, clean: { enum: ['0', '1'] } },
    needs: ['table'],
    responses: answer({ pk: text, fieldList: { type: 'object' } }),
  },
  'admin/ajax/getTableList': {
    summary: 'The tables whose lists the caller may see',
    query: { quickSearch: text, 'excludeTable[]': apiList(text) },
    responses: answer({
      list: apiList(apiObject({ table: text, comment: text, connection: text, prefix: text, controller: text })),
    }),
  },
  'admin/ajax/getDatabaseConnectionList': {
    summary: 'The connection of the database, which clients of BuildAdmin ask for',
    query: { quickSearch: text },
    responses: answer({ list: apiList(apiObject({ type: text, database: text, key: text })) }),
  },
  'admin/ajax/terminal': stream,
  'admin/Terminal/index': stream,
  'admin/ajax/terminalTicket': {
    summary: 'A ticket for one run of a command, for super administrators',
    body: input({ command: text, uuid: text }, ['command', 'uuid']),
    responses: answer({ ticket: text }),
  },
  'admin/ajax/changeTerminalConfig': {
    summary: 'Change the settings of the terminal',
    body: input({ manager: text, port: { type: ['integer', 'string'] } }, ['manager']),
    responses: done,
  },
}
