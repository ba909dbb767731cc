/**
 * Day on which the Stop Trading on Congressional Knowledge Act became law (Public Law 112-105); it brought periodic
 * transaction reports, so none is older.
 */
export const STOCK_ACT = '2012-04-04';
