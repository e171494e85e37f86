/** The settings of uploads: what is taken, and where it goes. */
import { prefixShape, regionShape, storeOrigin, uploadModes } from './cloud-settings.ts'
import type { Definitions } from './definition.ts'
import { readMatching, readWholeNumber, same, text, type ReadSetting } from './read-setting.ts'
import { million } from './settings.ts'
import { isType, largestUpload, memberUploads, parseSize, saveNameProblem, typesIn } from './upload-settings.ts'

type UploadSetting = Extract<keyof Definitions, `upload_${string}`>

/** A store to send files to is chosen. */
const inCloud = { name: 'upload_mode', values: ['cos', 's3'] } as const

export const uploadDefinitions: Pick<Definitions, UploadSetting> = {
  upload_size: {
    section: 'upload',
    type: 'string',
    title: 'config.upload_size',
    tip: 'config.upload_size.tip',
    rule: 'required',
    read: readUploadSize,
    value: same,
    initial: ({ upload }) => `${upload.maxSize / 1024 / 1024}mb`,
    wire: same,
  },
  upload_types: {
    section: 'upload',
    type: 'textarea',
    title: 'config.upload_types',
    tip: 'config.upload_types.tip',
    rule: 'required',
    read: readUploadTypes,
    value: typesIn,
    initial: ({ upload }) => upload.types,
    wire: (value) => value.join(', '),
  },
  upload_members: {
    section: 'upload',
    type: 'select',
    title: 'config.upload_members',
    rule: 'required',
    options: {
      none: 'config.upload_members.none',
      images: 'config.upload_members.images',
      files: 'config.upload_members.files',
    },
    read: (input) => {
      const chosen = memberUploads.find((one) => one === input)
      return chosen ? { stored: chosen } : { problem: 'field.option' }
    },
    value: (stored) => memberUploads.find((one) => one === stored) ?? 'none',
    initial: ({ upload }) => upload.members,
    wire: (value) => value,
  },
  upload_save_name: {
    section: 'upload',
    type: 'string',
    title: 'config.upload_save_name',
    tip: 'config.upload_save_name.tip',
    rule: 'required',
    read: (input) => {
      const read = text(120, true)(input)
      const problem = 'stored' in read ? saveNameProblem(read.stored) : null
      return problem ? { problem } : read
    },
    value: same,
    initial: ({ upload }) => upload.saveName,
    wire: same,
  },
  upload_count: {
    section: 'upload',
    type: 'number',
    title: 'config.upload_count',
    tip: 'config.upload_quota.tip',
    rule: 'required,integer',
    read: (input) => readWholeNumber(input, { minimum: 1, maximum: million }),
    value: Number,
    initial: ({ upload }) => upload.dailyFiles,
    wire: (value) => value,
  },
  upload_quota: {
    section: 'upload',
    type: 'number',
    title: 'config.upload_quota',
    tip: 'config.upload_quota.tip',
    rule: 'required,integer',
    read: (input) => readWholeNumber(input, { minimum: 1, maximum: million }),
    value: Number,
    initial: ({ upload }) => upload.dailyQuota,
    wire: (value) => value,
  },
  upload_mode: {
    section: 'upload',
    type: 'select',
    title: 'config.upload_mode',
    tip: 'config.upload_mode.tip',
    rule: 'required',
    options: { local: 'config.upload_mode.local', cos: 'config.upload_mode.cos', s3: 'config.upload_mode.s3' },
    read: (input) => {
      const chosen = uploadModes.find((one) => one === input)
      return chosen ? { stored: chosen } : { problem: 'field.option' }
    },
    value: (stored) => uploadModes.find((one) => one === stored) ?? 'local',
    initial: ({ upload }) => upload.cloud.mode,
    wire: (value) => value,
  },
  upload_bucket: {
    section: 'upload',
    type: 'string',
    title: 'config.upload_bucket',
    when: inCloud,
    tip: 'config.upload_bucket.tip',
    rule: '',
    read: text(63, false),
    value: same,
    initial: ({ upload }) => upload.cloud.bucket,
    wire: same,
  },
  upload_region: {
    section: 'upload',
    type: 'string',
    title: 'config.upload_region',
    when: inCloud,
    tip: 'config.upload_region.tip',
    rule: '',
    read: readMatching(40, regionShape, 'config.upload_region.shape'),
    value: same,
    initial: ({ upload }) => upload.cloud.region,
    wire: same,
  },
  upload_endpoint: {
    section: 'upload',
    type: 'string',
    title: 'config.upload_endpoint',
    when: inCloud,
    tip: 'config.upload_endpoint.tip',
    rule: '',
    read: readStoreOrigin,
    value: same,
    initial: ({ upload }) => upload.cloud.endpoint,
    wire: same,
  },
  upload_key_id: {
    section: 'upload',
    type: 'string',
    title: 'config.upload_key_id',
    when: inCloud,
    tip: 'config.upload_key_id.tip',
    rule: '',
    read: readMatching(128, /^[\x21-\x7e]*$/, 'config.upload_key_id.shape'),
    value: same,
    initial: ({ upload }) => upload.cloud.keyId,
    wire: same,
  },
  upload_key_secret: {
    section: 'upload',
    type: 'password',
    title: 'config.upload_key_secret',
    when: inCloud,
    tip: 'config.upload_key_secret.tip',
    rule: '',
    read: readMatching(256, /^[\x21-\x7e]*$/, 'config.upload_key_id.shape'),
    value: same,
    initial: ({ upload }) => upload.cloud.keySecret,
    wire: () => '',
  },
  upload_prefix: {
    section: 'upload',
    type: 'string',
    title: 'config.upload_prefix',
    when: inCloud,
    tip: 'config.upload_prefix.tip',
    rule: '',
    read: readMatching(64, prefixShape, 'config.upload_prefix.shape'),
    value: same,
    initial: ({ upload }) => upload.cloud.prefix,
    wire: same,
  },
  upload_domain: {
    section: 'upload',
    type: 'string',
    title: 'config.upload_domain',
    when: inCloud,
    tip: 'config.upload_domain.tip',
    rule: '',
    read: readStoreOrigin,
    value: same,
    initial: ({ upload }) => upload.cloud.domain,
    wire: same,
  },
}

function readStoreOrigin(input: unknown): ReadSetting {
  const read = text(120, false)(input)
  if (!('stored' in read)) return read
  const origin = storeOrigin(read.stored)
  return origin === null ? { problem: 'config.upload_endpoint.shape' } : { stored: origin }
}

function readUploadSize(input: unknown): ReadSetting {
  const read = text(20, true)(input)
  if (!('stored' in read)) return read
  const size = parseSize(read.stored)
  return size !== null && size >= 1024 && size <= largestUpload ? read : { problem: 'config.upload_size.shape' }
}

function readUploadTypes(input: unknown): ReadSetting {
  const read = text(2000, true)(input)
  if (!('stored' in read)) return read
  const types = typesIn(read.stored)
  const wrong = types.find((entry) => !isType(entry))
  return wrong === undefined
    ? { stored: types.join(',') }
    : { problem: 'config.upload_types.shape', params: { value: wrong.slice(0, 80) } }
}
