/** Rows as the Senate's transactions come, of people that are not: `count` of them, each of another day. */
export const senateRows = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    transaction_date: `01/${String((index % 28) + 1).padStart(2, '0')}/2024`,
    owner: 'Self',
    ticker: ['NVDA', 'MSFT', 'KO'][index % 3],
    asset_description: `Company ${index}`,
    asset_type: 'Stock',
    type: index % 2 === 0 ? 'Purchase' : 'Sale (Full)',
    amount: '$15,001 - $50,000',
    comment: `row ${index}`,
    senator: 'Ada Lovelace',
    ptr_link: `https://efdsearch.senate.gov/search/view/ptr/00000000-0000-4000-8000-${String(index).padStart(12, '0')}/`,
    disclosure_date: '02/20/2024',
  }));
