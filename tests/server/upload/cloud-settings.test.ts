/** What follows from the settings of a cloud store: the limits of temporary keys, and what the client may reach. */
import { describe, expect, it } from 'vitest'
import { uploadPolicy } from '../../../runtime/server/files/cloud/temporary-key.ts'
import { cloudOrigins, noCloud } from '../../../runtime/server/settings/cloud-settings.ts'
import { cosBucket, region } from '../../support/cloud/cloud-store.ts'

const megabyte = 1024 * 1024

describe('the policy of a temporary key (T53)', () => {
  it('allows uploads of the given types below one folder, in slices of 5 MB, and nothing else', () => {
    const policy = uploadPolicy(
      { bucket: cosBucket, region },
      { folder: 'cloud/admin/7/20261123/', types: ['image/png'] },
    )
    const resource = ['qcs::cos:ap-guangzhou:uid/1250000000:test-1250000000/cloud/admin/7/20261123/*']
    expect(JSON.parse(policy)).toEqual({
      version: '2.0',
      statement: [
        {
          effect: 'allow',
          action: ['name/cos:PutObject'],
          resource,
          condition: {
            string_equal: { 'cos:content-type': ['image/png'] },
            numeric_less_than_equal: { 'cos:content-length': 5 * megabyte },
          },
        },
        {
          effect: 'allow',
          action: ['name/cos:InitiateMultipartUpload'],
          resource,
          condition: { string_equal: { 'cos:content-type': ['image/png'] } },
        },
        {
          effect: 'allow',
          action: ['name/cos:UploadPart'],
          resource,
          condition: { numeric_less_than_equal: { 'cos:content-length': 5 * megabyte } },
        },
        {
          effect: 'allow',
          action: ['ListMultipartUploads', 'ListParts', 'CompleteMultipartUpload', 'AbortMultipartUpload'].map(
            (name) => `name/cos:${name}`,
          ),
          resource,
        },
      ],
    })
  })

  it.each([
    ['', ['image/png']],
    ['cloud/', ['image/png']],
    ['cloud/*/', ['image/png']],
    ['cloud/admin/7', ['image/png']],
    ['cloud/admin/7/', []],
  ])('is never without its limits: folder %j, types %j', (folder, types) => {
    expect(() => uploadPolicy({ bucket: cosBucket, region }, { folder, types })).toThrow('needs a folder and types')
  })
})

describe('origins of the client', () => {
  const cos = { ...noCloud, mode: 'cos' as const, bucket: cosBucket, region }
  it.each([
    ['local uploads', noCloud, [], []],
    [
      'COS',
      cos,
      [`https://${cosBucket}.cos.${region}.myqcloud.com`],
      [`https://${cosBucket}.cos.${region}.myqcloud.com`],
    ],
    [
      'a domain',
      { ...cos, domain: 'https://cdn.test' },
      [`https://${cosBucket}.cos.${region}.myqcloud.com`],
      ['https://cdn.test'],
    ],
    [
      'S3',
      { ...cos, mode: 's3' as const, endpoint: 'https://minio.test' },
      ['https://minio.test'],
      ['https://minio.test'],
    ],
    ['an incomplete store', { ...cos, bucket: 'no-number' }, [], []],
    [
      'local uploads after COS',
      { ...cos, mode: 'local' as const, domain: 'https://cdn.test' },
      [],
      ['https://cdn.test'],
    ],
  ])('follow the settings: %s', (_name, settings, upload, files) => {
    expect(cloudOrigins(settings)).toEqual({ upload, files })
  })
})
