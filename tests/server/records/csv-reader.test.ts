/** What is read in a CSV file. */
import { describe, expect, it } from 'vitest'
import { CsvError, readCsv, type CsvRecord } from '../../../runtime/server/records/import/csv-reader.ts'

async function* inPieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array, void> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function recordsOf(text: string, size = 3): Promise<CsvRecord[]> {
  const all: CsvRecord[] = []
  for await (const { records } of readCsv(inPieces(Buffer.from(text), size))) all.push(...records)
  return all
}

describe('reading CSV', () => {
  it.each<[string, string, string[][]]>([
    [
      'commas',
      'a,b\n1,2\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'semicolons',
      'a;b;c,d\n1;2;3\n',
      [
        ['a', 'b', 'c,d'],
        ['1', '2', '3'],
      ],
    ],
    [
      'tabs',
      'a\tb\r\n1\t 2 \r\n',
      [
        ['a', 'b'],
        ['1', ' 2 '],
      ],
    ],
    [
      'a byte order mark and quotes around headers',
      '\ufeff"a,x",b\n1,2',
      [
        ['a,x', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'mixed line ends',
      'a,b\r\n1,2\n3,4\r5,6',
      [
        ['a', 'b'],
        ['1', '2'],
        ['3', '4'],
        ['5', '6'],
      ],
    ],
    [
      'empty lines',
      '\n\na,b\n\n1,2\n\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    ['one column', 'a\n1\n\n2\n', [['a'], ['1'], ['2']]],
    ['quoted empties', 'a\n""\n', [['a'], ['']]],
    [
      'quotes and line ends in quotes',
      'a,b\n"say ""hi""","two\r\nlines"\n',
      [
        ['a', 'b'],
        ['say "hi"', 'two\r\nlines'],
      ],
    ],
    [
      'a quote inside a bare cell',
      'a,b\n5" pipe,x\n',
      [
        ['a', 'b'],
        ['5" pipe', 'x'],
      ],
    ],
    [
      'Chinese cut in the middle of a letter',
      '编号,名称\n𠮷,螺丝\n',
      [
        ['编号', '名称'],
        ['𠮷', '螺丝'],
      ],
    ],
  ])('takes %s', async (_what, text, cells) => {
    for (const size of [1, 2, 3, 1000])
      expect((await recordsOf(text, size)).map((record) => record.cells)).toEqual(cells)
  })

  it('gives the line each record begins in', async () => {
    expect((await recordsOf('a,b\r\n"x\ny",1\r\n\r\n2,3\n')).map((record) => record.line)).toEqual([1, 2, 5])
  })

  it('marks text behind a closing quote', async () => {
    expect((await recordsOf('a,b\n"x"y,1\n2,3\n')).map((record) => record.hasBadQuotes)).toEqual([false, true, false])
  })

  it('stops at an open quote, at what is no UTF-8, and at its limit', async () => {
    await expect(recordsOf('a\n1\n"x\n2\n')).rejects.toMatchObject({ code: 'quote', line: 3 })
    const gbk = Buffer.from([0x61, 0x0a, 0xb1, 0xe0, 0xba, 0xc5, 0x0a])
    await expect(
      (async () => {
        for await (const _records of readCsv(inPieces(gbk, 2)));
      })(),
    ).rejects.toBeInstanceOf(CsvError)
    await expect(
      (async () => {
        for await (const _records of readCsv(inPieces(gbk.subarray(0, 2), 1), 1));
      })(),
    ).rejects.toMatchObject({ code: 'too_large' })
  })

  it('refuses lines that hold a whole file, at once (T77)', async () => {
    const commas = ','.repeat(1000)
    expect((await recordsOf(`${commas.slice(1)}\n1\n`))[0]!.cells).toHaveLength(1000)
    await expect(recordsOf(`${commas}\n1\n`)).rejects.toMatchObject({ code: 'wide', line: 1 })
    await expect(recordsOf(`a,b\n1,2\n${commas}`)).rejects.toMatchObject({ code: 'wide', line: 3 })
    let pieces = 0
    const endless = async function* () {
      for (; pieces < 320; pieces += 1) yield 'a'.repeat(65_536)
    }
    const read = async (source: AsyncIterable<string>): Promise<void> => {
      for await (const _records of readCsv(source));
    }
    await expect(read(endless())).rejects.toMatchObject({ code: 'wide', line: 1 })
    expect(pieces).toBeLessThan(20)
    await expect(recordsOf(`a\n${'"'.repeat(2_100_000)}`, 65_536)).rejects.toMatchObject({ code: 'quote', line: 2 })
    await expect(recordsOf(`a\n${'x'.repeat(1_100_000)}`, 65_536)).rejects.toMatchObject({ code: 'wide', line: 2 })
  })

  it('does not read an endless quoted cell', async () => {
    let pieces = 0
    async function* endless(): AsyncGenerator<string, void> {
      yield 'a\n"'
      while (pieces++ < 1000) yield 'x'.repeat(10_000)
    }
    await expect(
      (async () => {
        for await (const _records of readCsv(endless()));
      })(),
    ).rejects.toMatchObject({ code: 'quote' })
    expect(pieces).toBeLessThan(200)
  })
})
