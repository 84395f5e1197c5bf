package drivers;

import java.io.IOException;
import java.nio.file.Paths;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.SearcherManager;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;

/** Threads that write documents into one index, others that search it, and one that lets them see what is new. */
public class Lucene {
  public static void main(String[] args) throws IOException {
    Directory directory = FSDirectory.open(Paths.get(args[0]));
    IndexWriter writer = new IndexWriter(directory, new IndexWriterConfig(new StandardAnalyzer()));
    SearcherManager searchers = new SearcherManager(writer, null);
    for (int i = 0; i < 4; i++) {
      String name = "document " + i;
      new Thread(() -> write(writer, name)).start();
      new Thread(() -> search(searchers)).start();
    }
    new Thread(() -> refresh(searchers, writer)).start();
  }

  private static void write(IndexWriter writer, String name) {
    try {
      for (int i = 0; i < 1000; i++) {
        Document document = new Document();
        document.add(new TextField("text", name + " " + i, Field.Store.YES));
        writer.updateDocument(new Term("text", name), document);
      }
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void search(SearcherManager searchers) {
    try {
      for (int i = 0; i < 1000; i++) {
        IndexSearcher searcher = searchers.acquire();
        try {
          for (ScoreDoc hit : searcher.search(new TermQuery(new Term("text", "document")), 10).scoreDocs) {
            System.out.println(searcher.doc(hit.doc).get("text"));
          }
        } finally {
          searchers.release(searcher);
        }
      }
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void refresh(SearcherManager searchers, IndexWriter writer) {
    try {
      for (int i = 0; i < 1000; i++) {
        searchers.maybeRefresh();
        writer.commit();
      }
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }
}
